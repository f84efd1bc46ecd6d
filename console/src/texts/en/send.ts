export const send = {
  title: 'Send',
} as const;
