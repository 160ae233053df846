"""The schema as steps. To change it: change `models.py`, copy the newest file of `versions` under the next
number, write both ways in it; the tests say whether models and steps agree."""
