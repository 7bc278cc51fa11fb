import type { Document } from '@cairn/kernel';
import { textOf } from '../text-of.js';

/** What a group and a role have alike: which one it is, since when, and how it is called. */
export const described = (document: Document) => ({
  id: document.id,
  created_at: textOf(document, 'created_at'),
  updated_at: textOf(document, 'updated_at'),
  name: textOf(document, 'name'),
  description: textOf(document, 'description'),
  slug: textOf(document, 'slug'),
});
