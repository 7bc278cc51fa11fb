import { CairnError } from '@cairn/kernel';

/** The bearer proves nothing: there is none, it is unknown, expired, revoked. All of it reads alike from outside. */
export class Unauthenticated extends Error {
  override readonly name = 'Unauthenticated';
  readonly code = 'unauthenticated';
  constructor() {
    super('A valid bearer is needed.');
  }
}

/** What is known of rights may be out of date, so none is granted (503). */
export class AccessUnproven extends CairnError {
  override readonly name = 'AccessUnproven';
  override readonly transient = true;
  readonly code = 'access_unproven';
  constructor(options?: ErrorOptions) {
    super('The rights of the caller cannot be checked right now.', options);
  }
}
