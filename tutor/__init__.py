"""Samrap (สำรับ): Thai card games, taught step by step."""

from __future__ import annotations

__version__ = "0.1.0"
