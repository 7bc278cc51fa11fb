const LONGEST_EXTENSION = 16;

/** The extension of a file name with its dot, in lower case, or empty. */
export const extensionOf = (fileName: string): string => {
  const dot = fileName.lastIndexOf('.');
  const extension = fileName.slice(dot).toLowerCase();
  return dot > 0 && extension.length > 1 && extension.length <= LONGEST_EXTENSION ? extension : '';
};
