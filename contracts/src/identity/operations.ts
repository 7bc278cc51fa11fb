export * from './operations/account.js';
export * from './operations/api-keys.js';
export * from './operations/sign-in.js';
