"""The app's entry: page set-up and navigation, nothing else."""

from __future__ import annotations

import streamlit as st

from tutor.ui import shell

st.set_page_config(page_title="สำรับ · Samrap", layout="wide", initial_sidebar_state="collapsed")
visit = shell.arrive()
shell.show(st.navigation(shell.pages(visit), position="hidden"), visit)
