/** What a worker process is told: what it is asked, one thing at a time, and replies to its notes. */
export type Told<Request, Reply> =
  | { readonly kind: 'asked'; readonly request: Request }
  | { readonly kind: 'replied'; readonly reply: Reply };

/** What a worker process says. */
export type Said<Answer, Note> =
  /** It has what it was asked; what ends it from now on is what was asked. */
  | { readonly kind: 'began' }
  /** On the way: how far it is, or what it needs. Its time begins again. */
  | { readonly kind: 'noted'; readonly note: Note }
  | { readonly kind: 'answered'; readonly answer: Answer };
