import { isLoginRefused, isUnavailable } from './errors.js';

const answered = (code: number, message: string): Error =>
  Object.assign(new Error(message), { name: 'MongoServerError', code });

describe('errors of MongoDB', () => {
  it.each([
    [18, 'Authentication failed.'],
    [13, 'not authorized on cairn to execute command { find: "users" }'],
  ])('%d: a login that is taken no more is an engine that is away', (code, message) => {
    expect(isLoginRefused(answered(code, message))).toBe(true);
    expect(isUnavailable(answered(code, message))).toBe(true);
    const wrapped = Object.assign(new Error(), { errorResponse: answered(code, message) });
    expect(isUnavailable(wrapped)).toBe(true);
  });

  it('a connection that the server ended before a command was written is an engine that is away', () => {
    const ended = new Error('This socket has been ended by the other party');
    expect(isUnavailable(Object.assign(ended, { code: 'EPIPE' }))).toBe(true);
  });

  it('another answer is none', () => {
    expect(isLoginRefused(answered(2, 'BadValue'))).toBe(false);
    expect(isUnavailable(answered(2, 'BadValue'))).toBe(false);
    expect(isUnavailable('a text')).toBe(false);
    expect(isUnavailable(Object.assign(new Error(), { code: 'ERR_INVALID_ARG_TYPE' }))).toBe(false);
  });
});
