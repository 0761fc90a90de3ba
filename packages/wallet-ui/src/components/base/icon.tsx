/** Lines of each icon on a grid of 24. */
const shapes = {
  home: "M4 11l8-7 8 7v9H14v-6h-4v6H4z",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1.500 3h3l1.500-3h5",
  send: "M7 17L17 7M9 7h8v8",
  request: "M17 7L7 17M7 9v8h8",
  history: "M12 7v5l3 2M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4",
  coins:
    "M4 8c0-2 3.600-3 8-3s8 1 8 3-3.600 3-8 3-8-1-8-3zM4 8v8c0 2 3.600 3 8 3s8-1 8-3V8M4 12c0 2 3.600 3 8 3s8-1 8-3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  console: "M4 5h16v14H4zM8 10l2.500 2L8 14M13 14h3",
  people:
    "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2.700-5 6-5s6 2 6 5M16 5.500a3 3 0 0 1 0 5.500M18 14.500c1.900.7 3 2.400 3 4.500",
  star: "M12 4l2.400 5 5.600.7-4.100 3.800 1.100 5.500-5-2.800-5 2.800 1.100-5.500L4 9.700 9.600 9z",
  traffic: "M13 3L5 14h6l-1 7 8-11h-6z",
  repeat: "M5 11a7 7 0 0 1 12-4l2 2M19 4v5h-5M19 13a7 7 0 0 1-12 4l-2-2M5 20v-5h5",
  tag: "M4 4h8l8 8-8 8-8-8zM8.500 8.500h.01",
  scales: "M12 4v16M5 8h14M5 8l-3 6h6zM19 8l-3 6h6zM8 20h8",
  delegate: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2.700-5 6-5s6 2 6 5M15 9h6M18 6l3 3-3 3",
  sprout: "M12 20v-9M12 11c0-4-3-6-7-6 0 4 3 6 7 6zM12 14c0-3 2.500-5 6-5 0 3-2.500 5-6 5z",
  contacts:
    "M6 4h13v16H6zM4 8h4M4 12h4M4 16h4M13 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM10 16c0-2 1.300-3 3-3s3 1 3 3",
  key: "M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v3.500",
  badge:
    "M4 6h16v12H4zM9 12.500a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600zM6.500 16c0-1.500 1-2.300 2.500-2.300s2.500.8 2.500 2.300M14 10h4M14 14h3",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  wheel:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100",
  pulse: "M3 12h4l2.500-6 4 12 2.500-6h5",
  box: "M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9",
  door: "M10 5h9v14h-9M4 12h10M11 9l3 3-3 3",
  list: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  page: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  refused: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM6.500 6.500l11 11",
  copy: "M9 9h10v11H9zM5 15V4h10",
  up: "M12 20V5M6 11l6-6 6 6",
  check: "M5 12.500l4.500 4.500L19 7.500",
  cross: "M6 6l12 12M18 6L6 18",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  info: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 11v5M12 8h.01",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4l3 2",
  logout: "M14 5H5v14h9M10 12h10M17 9l3 3-3 3",
  tap: "M12 4c3 4 5 6.500 5 9.500a5 5 0 0 1-10 0C7 10.500 9 8 12 4z",
  down: "M7 10l5 5 5-5",
  right: "M10 7l5 5-5 5",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4 4",
} as const;

export type IconName = keyof typeof shapes;

/** What points on, out or in, and is turned where pages are read from right to left. */
const pointing: ReadonlySet<IconName> = new Set([
  "right",
  "send",
  "request",
  "logout",
  "door",
  "delegate",
  "list",
]);

/** An icon beside a text that says the same; screen readers skip it. */
export const Icon = ({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    aria-hidden="true"
    className={pointing.has(name) ? "turned" : undefined}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === "more" ? 3 : 1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={shapes[name]} />
  </svg>
);
