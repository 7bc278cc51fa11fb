import type { LoginReply } from '@cairn/contracts';
import { challengeFor, codeOf, withOtp } from '../support/one-time-passwords.js';
import { PASSWORD, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire, type WireAnswer } from '../support/wire.js';

describe.each(topologies)('a second factor on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => cairn.leave());

  const answer = (baseUrl: string, body: object, ip = '192.0.2.1'): Promise<WireAnswer> =>
    wire(
      { baseUrl },
      {
        method: 'POST',
        path: '/api/v1/login/otp',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        body: JSON.stringify(body),
      },
    );
  const login = (person: Person, more = {}) =>
    cairn.client().try('login', { body: { username: person.username, password: PASSWORD, ...more } });

  it('asks for a code after the password, and for none on a device that is trusted until it is revoked', async () => {
    const ada = await somebody(cairn);
    expect((await ada.client.call('getOtp')).body).toEqual({
      enabled: false,
      pending: false,
      recovery_codes_left: 0,
    });
    const { recovery_codes: codes } = await withOtp(ada);
    expect((await ada.client.call('getOtp')).body).toMatchObject({ enabled: true, recovery_codes_left: 10 });

    const refused = await login(ada);
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'otp_required', expires_in: 300, methods: ['totp', 'recovery_code'] },
    });
    const { challenge_id } = refused.body as { readonly challenge_id: string };
    const body = { challenge_id, code: codes[0] ?? '', trust_device: true };
    const { body: begun } = await cairn.client().call('loginWithOtp', { body });
    expect((await cairn.client(begun.apikey).call('getMe')).body.id).toBe(ada.id);
    expect((await ada.client.call('getOtp')).body.recovery_codes_left).toBe(9);

    const { device_token = '' } = begun;
    expect((await login(ada, { device_token })).status).toBe(200);
    const { body: devices } = await ada.client.call('listDevices');
    expect(devices).toHaveLength(1);
    await ada.client.call('revokeDevice', { params: { device_id: devices[0]?.id ?? '' } });
    expect((await login(ada, { device_token })).status).toBe(401);
    expect((await ada.client.call('listDevices')).body).toEqual([]);

    await ada.client.call('removeOtp', { body: { password: PASSWORD } });
    expect((await login(ada)).status).toBe(200);
  });

  it('S16 does not take the device of somebody else', async () => {
    const [ada, eve] = [await somebody(cairn), await somebody(cairn, 'eve')];
    const { recovery_codes: codes } = await withOtp(ada);
    await withOtp(eve);
    const body = { challenge_id: await challengeFor(cairn, ada), code: codes[0] ?? '', trust_device: true };
    const { device_token = '' } = (await cairn.client().call('loginWithOtp', { body })).body;
    expect((await login(eve, { device_token })).body).toMatchObject({ code: 'otp_required' });
    const params = { device_id: device_token.split('.')[0] ?? '' };
    expect((await eve.client.try('revokeDevice', { params })).status).toBe(404);
    expect((await ada.client.call('listDevices')).body).toHaveLength(1);
  });

  it('S18 forgets its devices with the password, and stays itself', async () => {
    const ada = await somebody(cairn);
    const { recovery_codes: codes } = await withOtp(ada);
    const body = { challenge_id: await challengeFor(cairn, ada), code: codes[0] ?? '', trust_device: true };
    const begun: LoginReply = (await cairn.client().call('loginWithOtp', { body })).body;
    const next = `${PASSWORD} anew`;
    const change = { password: PASSWORD, new_password: next, repeat_password: next };
    await cairn.client(begun.apikey).call('changePassword', { body: change });
    const { device_token = '' } = begun;
    expect((await login(ada, { password: next, device_token })).body).toMatchObject({ code: 'otp_required' });
    expect((await cairn.client(begun.apikey).call('listDevices')).body).toEqual([]);
  });

  it('takes a code once of two hundred at once, over every gateway', async () => {
    const ada = await somebody(cairn);
    const { secret } = await withOtp(ada);
    const challenges: string[] = [];
    for (let count = 0; count < 40; count += 1) challenges.push(await challengeFor(cairn, ada));
    const code = codeOf(secret);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        answer(
          cairn.gateways[at % cairn.gateways.length] ?? '',
          { challenge_id: challenges[at % challenges.length], code },
          `198.51.100.${at + 1}`,
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 401, 423, 429, 503].includes(status))).toEqual([]);
    expect((await ada.client.call('listSessions')).body).toHaveLength(2);
  }, 120_000);
});
