// Made by packages/scripts/generate.mjs. Do not edit.
export const version = '0.1.0';
