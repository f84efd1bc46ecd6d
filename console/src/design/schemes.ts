/** What the colours of the console can follow. */
export const schemes = [
  { scheme: 'auto', text: 'shell.themeAuto', icon: 'system' },
  { scheme: 'light', text: 'shell.themeLight', icon: 'light' },
  { scheme: 'dark', text: 'shell.themeDark', icon: 'dark' },
] as const;
