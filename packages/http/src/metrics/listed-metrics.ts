/** Metrics whose figures the console lists one by one, by a label. */
export const listedMetrics: ReadonlyArray<readonly [metric: string, label: string]> = [
  ["tallystick_submission_rejections_total", "code"],
  ["tallystick_http_errors_total", "code"],
  ["tallystick_follower_lag_events", "follower"],
  ["tallystick_follower_lag_seconds", "follower"],
  ["tallystick_ready", "part"],
  ["tallystick_store_leader", "leader"],
  ["tallystick_data_bytes", "part"],
  ["tallystick_automation_runs_total", "automation"],
  ["tallystick_automation_commands_total", "automation"],
  ["tallystick_automation_errors_total", "automation"],
  ["tallystick_automation_coins_moved_total", "automation"],
  ["tallystick_automation_last_run_timestamp_seconds", "automation"],
  ["tallystick_automation_next_run_seconds", "automation"],
];
