import { articled } from '../articled.js';

interface Titled {
  readonly title: string;
}

/** `PostProcessor` → `post processor`. */
const wordsOf = (name: string): string => name.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** `post_processor` → `postProcessor`: the category of its streams. */
export const categoryOfEntity = (entity: string): string =>
  entity.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** In sentences: `post processor`. */
export const nounOf = ({ title }: Titled): string => wordsOf(title);
/** `an application`. */
export const nounWithArticle = (described: Titled): string => articled(nounOf(described));
/** Several of them, in sentences: `AllPostProcessors` → `all post processors`. */
export const nounsOf = ({ title, plural = `${title}s` }: Titled & { readonly plural?: string }): string =>
  wordsOf(plural);
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
