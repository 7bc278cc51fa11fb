import { Problem } from '../../problems/problem.js';
import { registrationRefused } from './registration-reply.js';

describe('a registration that is refused', () => {
  it('S11: keeps of its body what comes back, and nothing else', () => {
    const sent = { username: 'ada', password: 'secret', email: 5, name: 'Lovelace', more: [{}, {}] };
    const echo = registrationRefused.echo(sent);
    expect(echo).toEqual({ username: 'ada', email: '', name: 'Lovelace', firstname: '', password: '' });
    expect(registrationRefused.echo([sent])).toEqual(registrationRefused.echo(undefined));
  });

  it('tells what was sent, or that it could not be read', () => {
    const problem = new Problem('malformed_json', 'It is no JSON.');
    expect(registrationRefused.of(problem, undefined)).toEqual({
      severity: 'error',
      message: 'It is no JSON.',
      registration: { username: '', email: '', name: '', firstname: '', password: '' },
    });
    const echo = registrationRefused.echo({ username: 'ada' });
    expect(registrationRefused.of(problem, echo)).toMatchObject({ registration: { username: 'ada' } });
  });
});
