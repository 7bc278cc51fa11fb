const none = () => Promise.reject(new Error('the spec has none'));

/** Files and mails of a spec that has none: who asks for them is told so. */
export const nothingOutside = {
  blobs: { put: none, open: none, info: none, collect: none, close: none },
  mail: { send: none, forget: none },
};
