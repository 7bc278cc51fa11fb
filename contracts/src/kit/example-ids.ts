/** Who the examples of resources are of. */
export const PERSON = '0195562c-7b1a-7c3e-9f10-2a4b6c8d0e11';

/** Ids that stand in the examples of events. */
export const USER = '018f4d1a-0000-7000-8000-000000000009';
export const SESSION = '018f4d1a-0000-7000-8000-00000000000a';
export const KEY = '018f4d1a-0000-7000-8000-00000000000b';
export const CREDENTIAL = '018f4d1a-0000-8000-8000-00000000000c';
export const CLAIM = '018f4d1a-0000-8000-8000-00000000000d';
export const RESERVATION = '018f4d1a-0000-8000-8000-00000000000e';
export const ORGANIZATION = '018f4d1a-0000-7000-8000-0000000000b1';
export const TEAM = '018f4d1a-0000-7000-8000-0000000000b2';
export const PROJECT = '018f4d1a-0000-7000-8000-0000000000b3';
export const ROLE = '018f4d1a-0000-7000-8000-0000000000b4';
export const INVITATION = '018f4d1a-0000-7000-8000-0000000000b5';
export const SECRET = '018f4d1a-0000-8000-8000-0000000000b7';
export const MEMBER = '018f4d1a-0000-8000-8000-0000000000b6';
