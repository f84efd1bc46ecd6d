export const message = {
  title: 'Message',
} as const;
