export const emails = {
  title: 'E-mails',
} as const;
