"""The app's entry: page set-up and navigation, nothing else."""

import streamlit as st

st.set_page_config(page_title="สำรับ · Samrap")
st.title("สำรับ · Samrap")
