/** Ids that stand in the examples of events. */
export const USER = '018f4d1a-0000-7000-8000-000000000009';
export const SESSION = '018f4d1a-0000-7000-8000-00000000000a';
export const KEY = '018f4d1a-0000-7000-8000-00000000000b';
export const CREDENTIAL = '018f4d1a-0000-8000-8000-00000000000c';
export const CLAIM = '018f4d1a-0000-8000-8000-00000000000d';
export const RESERVATION = '018f4d1a-0000-8000-8000-00000000000e';
