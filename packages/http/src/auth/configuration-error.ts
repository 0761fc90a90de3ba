/** An error of the interface's configuration. */
export interface ConfigurationError {
  /** Names the setting. */
  readonly message: string;
}
