/** Strokes on a field of 24 by 24. Each is decoration: the word beside it, or the label of its button, says what it means. */
const strokes = {
  account: 'M4 20v-1a5 5 0 0 1 5-5h6a5 5 0 0 1 5 5v1M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
  accounts:
    'M3 20v-1a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v1M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M16 3.2a4 4 0 0 1 0 7.6M21 20v-1a4 4 0 0 0-3-3.9',
  alert: 'M12 9v4M12 17h.01M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0',
  audit: 'M9 4H7a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2h-2M9 3h6v4H9zM9 12h6M9 16h4',
  back: 'M19 12H5M11 18l-6-6 6-6',
  bolt: 'M13 3v7h6l-8 11v-7H5z',
  bookmark: 'M7 4h10a1 1 0 0 1 1 1v15l-6-4-6 4V5a1 1 0 0 1 1-1',
  calendar: 'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M16 3v4M8 3v4M4 11h16',
  carriers: 'M5 12.5a10 10 0 0 1 14 0M8 15.7a5.6 5.6 0 0 1 8 0M2 9.2a14.6 14.6 0 0 1 20 0M12 19h.01',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M9 6l6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 3',
  close: 'M18 6 6 18M6 6l12 12',
  columns: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1M16 9V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3',
  cross: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9.5 9.5l5 5M14.5 9.5l-5 5',
  dark: 'M20 14.2A8 8 0 1 1 9.8 4a6.5 6.5 0 0 0 10.2 10.2',
  delivered: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.5 12.2l2.5 2.5 4.8-5',
  down: 'M6 9l6 6 6-6',
  download: 'M4 17v2a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-2M7 11l5 5 5-5M12 4v12',
  email: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1M3.5 7l8.5 6 8.5-6',
  forbidden: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M5.7 5.7l12.6 12.6',
  health: 'M3 12h4l3 8 4-16 3 8h4',
  inbound:
    'M4 13h4l2 3h4l2-3h4M5.5 6 4 13v5a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-5l-1.5-7a1 1 0 0 0-1-.8h-11a1 1 0 0 0-1 .8',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 8h.01M11 12h1v4h1',
  key: 'M15 12a5 5 0 1 0-4.6-3L3 16.4V20h3.6v-2.4H9v-2.4l2-2A5 5 0 0 0 15 12M16 7h.01',
  language: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3.5 9h17M3.5 15h17M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18',
  light:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M3 12h1M20 12h1M12 3v1M12 20v1M5.6 5.6l.7.7M17.7 17.7l.7.7M5.6 18.4l.7-.7M17.7 6.3l.7-.7',
  logout: 'M14 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2v-2M9 12h12M18 9l3 3-3 3',
  menu: 'M4 6h16M4 12h16M4 18h16',
  messages: 'M8 9h8M8 13h5M5 4h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-6l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  operators: 'M12 3l7 3v5c0 4.6-2.9 8-7 10-4.1-2-7-5.4-7-10V6zM9 12l2 2 4-4',
  overview: 'M4 13a8 8 0 0 1 16 0M12 13l3.5-4.5M6.5 19h11',
  pause: 'M8 5v14M16 5v14',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M11 18h2',
  play: 'M7 5v14l11-7z',
  plus: 'M12 5v14M5 12h14',
  prices: 'M12 3H5a2 2 0 0 0-2 2v7l9 9 9-9zM8 8h.01',
  question: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 17h.01M9.6 9.5a2.5 2.5 0 1 1 3.4 2.6c-.7.3-1 .8-1 1.6',
  refresh: 'M20 11a8 8 0 0 0-14.4-4L4 9M4 5v4h4M4 13a8 8 0 0 0 14.4 4l1.6-2M20 19v-4h-4',
  search: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M21 21l-6-6',
  send: 'M10 14 21 3M21 3l-6.5 18-4.5-7-7-4.5z',
  senders: 'M7 20l4-16M13 20l4-16M5 9h15M4 15h15',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  statistics: 'M4 20h16M6 16v-4M11 16V5M16 16V9',
  system: 'M4 5h16a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M8 20h8M12 16v4',
  trash: 'M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3',
  upload: 'M4 17v2a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-2M7 9l5-5 5 5M12 4v12',
  waiting: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8 12h.01M12 12h.01M16 12h.01',
  webhooks: 'M5 17a3 3 0 1 0 5 2h7M18 16a3 3 0 1 1-2.6 4.6M12 4a3 3 0 0 0-2.3 5L6 15.5M12 4a3 3 0 0 1 2.6 4.4l3.6 6.2',
} as const;

export type IconName = keyof typeof strokes;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
