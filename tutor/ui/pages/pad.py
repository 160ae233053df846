"""The page /pad; Streamlit runs this file again at every visit, so what it does is kept elsewhere."""

from tutor.ui import pad

pad.page()
