# Made by packages/scripts/generate.mjs. Do not edit.
__version__ = "0.2.0"
