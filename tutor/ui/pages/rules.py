"""The page /rules; Streamlit runs this file again at every visit, so what it does is kept elsewhere."""

from tutor.ui import rules

rules.page()
