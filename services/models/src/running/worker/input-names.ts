/** What inputs beside the ids of tokens are for, by what exporters call them. */
export const MASK = /mask/i;
export const TYPES = /type|segment/i;
export const POSITIONS = /position/i;
