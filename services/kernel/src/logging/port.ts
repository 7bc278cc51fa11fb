/** Where a process tells its operators what happens. Facts are fields, the message a fixed sentence; secrets are redacted. */
export interface Logger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
  /** The same, with these facts on every line. */
  child(facts: object): Logger;
}
