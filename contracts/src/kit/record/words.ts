import { articled } from '../articled.js';

interface Entity {
  readonly entity: string;
}

/** `post_processor` → `postProcessor`: the category of its streams. */
export const categoryOfEntity = (entity: string): string =>
  entity.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** In sentences: `post processor`. */
export const nounOf = ({ entity }: Entity): string => entity.replaceAll('_', ' ');
/** `an application`. */
export const nounWithArticle = (described: Entity): string => articled(nounOf(described));
/** Several of them, in sentences: `AllPostProcessors` → `all post processors`. */
export const nounsOf = ({
  title,
  plural = `${title}s`,
}: {
  readonly title: string;
  readonly plural?: string;
}): string => plural.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
