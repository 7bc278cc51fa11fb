import { articled } from '../articled.js';

interface Titled {
  readonly title: string;
  /** In sentences, where it is not the words of the title. */
  readonly called?: string;
}

/** `PostProcessor` → `post processor`. */
const wordsOf = (name: string): string => name.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** `post_processor` → `postProcessor`: the category of its streams. */
export const categoryOfEntity = (entity: string): string =>
  entity.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** In sentences: `post processor`. */
export const nounOf = ({ title, called = wordsOf(title) }: Titled): string => called;
/** `an application`. */
export const nounWithArticle = (described: Titled): string => articled(nounOf(described));
/** Several of them, in sentences: `AllPostProcessors` → `all post processors`. */
export const nounsOf = ({
  title,
  called,
  plural = `${title}s`,
}: Titled & { readonly plural?: string }): string => (called === undefined ? wordsOf(plural) : `${called}s`);
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
