import { isLonger } from '@cairn/kernel';
import { limits } from '../limits.js';
import { FileRefused, type Place, shown } from './refusal.js';

/** Names that mean something to JavaScript cannot be keys, here as in every body (S8). */
const MEANT = new Set(['__proto__', 'constructor', 'prototype']);

/** No request may have one in a uid, a label or a type. */
const CONTROL = /\p{Cc}/u;

/** Throws `FileRefused` when it cannot be one. `what` is for people: "the id of a node". */
export const checkedUid = (uid: string | undefined, what: string, place: Place): string => {
  if (uid === undefined || uid === '') throw new FileRefused('uid_invalid', `${what} is missing`, place);
  if (isLonger(uid, limits.uidCharacters))
    throw new FileRefused('too_large', `${what} is longer than ${limits.uidCharacters} characters`, place);
  if (!uid.isWellFormed() || CONTROL.test(uid))
    throw new FileRefused('uid_invalid', `${what} holds control characters`, place);
  return uid;
};

/** Of a property, a label or a type. */
export const checkedName = (name: string, what: string, place: Place): string => {
  if (isLonger(name, limits.nameCharacters))
    throw new FileRefused('too_large', `${what} is longer than ${limits.nameCharacters} characters`, place);
  if (MEANT.has(name)) throw new FileRefused('name_invalid', `${what} is ${name}`, place);
  if (!name.isWellFormed() || name.includes('\0'))
    throw new FileRefused('name_invalid', `${what} ${shown(name)} holds control characters`, place);
  return name;
};

/** A label, or a type that is not empty: without line ends and tabs, too. */
export const checkedWord = (word: string, what: string, place: Place): string => {
  if (CONTROL.test(word))
    throw new FileRefused('name_invalid', `${what} ${shown(word)} holds control characters`, place);
  return checkedName(word, what, place);
};

/** Labels, each once, in their order. */
export const checkedLabels = (labels: readonly string[], place: Place): readonly string[] => {
  if (labels.length > limits.labelsPerNode)
    throw new FileRefused('too_large', `a node has more than ${limits.labelsPerNode} labels`, place);
  if (labels.length === 0) return labels;
  return [...new Set(labels.map((label) => checkedLabel(label, place)))];
};

const checkedLabel = (label: string, place: Place): string => {
  if (label === '') throw new FileRefused('name_invalid', 'a label is empty', place);
  return checkedWord(label, 'a label', place);
};
