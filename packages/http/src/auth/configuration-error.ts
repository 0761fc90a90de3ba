/** What is wrong with the configuration of the interface. */
export interface ConfigurationError {
  /** Names the setting. */
  readonly message: string;
}
