import type { Taking } from './values.js';

/** What of the `config` of a node an execution heeds. */
export type NodeSettings = Taking;

/** Settings that a node may have and that nothing executes yet. */
const LATER = ['expression', 'when', 'input', 'prompt'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** The config of a node was parsed when it was saved; one that is no object sets nothing. */
const fieldsOf = (config: string): Fields => {
  const fields: unknown = config === '' ? {} : JSON.parse(config);
  return typeof fields === 'object' && fields !== null ? (fields as Fields) : {};
};

const isThreshold = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1;

export const settingsOf = (config: string): NodeSettings => {
  const { threshold, top } = fieldsOf(config);
  return {
    ...(isThreshold(threshold) ? { threshold } : {}),
    ...(isCount(top) ? { top } : {}),
  };
};

/** Names of settings that are not executed yet. */
export const laterSettings = (config: string): readonly string[] => {
  const fields = fieldsOf(config);
  return LATER.filter((name) => Object.hasOwn(fields, name));
};

/** What is wrong with the settings that are heeded. */
export const wrongSettings = (config: string): readonly string[] => {
  const { threshold, top } = fieldsOf(config);
  return [
    ...(threshold === undefined || isThreshold(threshold) ? [] : ['`threshold` is a number from 0 to 1.']),
    ...(top === undefined || isCount(top) ? [] : ['`top` is a whole number from 1 on.']),
  ];
};
