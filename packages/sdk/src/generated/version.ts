// Made by packages/scripts/generate.mjs. Do not edit.
export const version = '0.2.0';
