export const senders = {
  title: 'Senders',
} as const;
