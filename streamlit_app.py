"""The app's entry: how it is served, and at every run of a page its set-up and navigation; nothing else."""

from __future__ import annotations

import streamlit as st

from tutor.ui import serving

if __name__ == "__main__":  # run by Streamlit, for a visitor
    from tutor.ui import shell  # its components want a server that runs

    st.set_page_config(page_title=serving.BRAND, layout="wide", initial_sidebar_state="collapsed")
    visit = shell.arrive()
    shell.show(st.navigation(shell.pages(visit), position="hidden"), visit)
else:  # imported by `streamlit run`, once
    app = st.App(__file__, middleware=serving.MIDDLEWARE, lifespan=serving.opened)
