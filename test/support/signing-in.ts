import { wire, type WireAnswer } from './wire.js';

/** Asks as somebody who has not signed in, from an address that a trusted proxy tells. */
export const strangers = (cairn: () => { readonly baseUrl: string }) => {
  const post = (path: string, body: unknown, ip = '192.0.2.1'): Promise<WireAnswer> =>
    wire(cairn(), {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify(body),
    });
  return {
    post,
    signIn: (username: string, password: string, ip?: string): Promise<WireAnswer> =>
      post('/api/v1/login', { username, password }, ip),
  };
};
