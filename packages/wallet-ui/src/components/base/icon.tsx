/** Lines of each icon on a grid of 24. */
const shapes = {
  home: "M4 11l8-7 8 7v9H14v-6h-4v6H4z",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1.500 3h3l1.500-3h5",
  send: "M5 12h14M13 6l6 6-6 6",
  request: "M19 12H5M11 6l-6 6 6 6",
  history: "M12 7v5l3 2M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4",
  coins:
    "M4 8c0-2 3.600-3 8-3s8 1 8 3-3.600 3-8 3-8-1-8-3zM4 8v8c0 2 3.600 3 8 3s8-1 8-3V8M4 12c0 2 3.600 3 8 3s8-1 8-3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  console: "M4 5h16v14H4zM8 10l2.500 2L8 14M13 14h3",
  people:
    "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2.700-5 6-5s6 2 6 5M16 5.500a3 3 0 0 1 0 5.500M18 14.500c1.900.7 3 2.400 3 4.500",
  star: "M12 4l2.400 5 5.600.7-4.100 3.800 1.100 5.500-5-2.800-5 2.800 1.100-5.500L4 9.700 9.600 9z",
  copy: "M9 9h10v11H9zM5 15V4h10",
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

/** The name of an icon. */
export type IconName = keyof typeof shapes;

/** An icon beside a text that says the same; screen readers skip it. */
export const Icon = ({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    aria-hidden="true"
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
