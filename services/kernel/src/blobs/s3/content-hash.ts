const HEADER = 'x-amz-content-sha256';

/**
 * For a command's `build` step: the request says which hash (64 hex digits) its body has, so that the SDK need not take
 * it again, and S3 refuses a body that is another.
 */
export const hashedAs = <Args extends { readonly request: unknown }>(sha256: string, args: Args): Args => {
  if (!hasHeaders(args.request)) throw new Error('a request to S3 has no headers');
  args.request.headers[HEADER] = sha256;
  return args;
};

const hasHeaders = (request: unknown): request is { readonly headers: Record<string, string> } =>
  typeof request === 'object' && request !== null && 'headers' in request;
