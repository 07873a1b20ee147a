import { expect, test } from 'vitest';
import { buildLoginPath, resolveNextPath } from '#site/auth/nextPath.ts';
import { parseTokenFragment } from '#site/auth/tokenFragment.ts';

const resolve = (next: string) => resolveNextPath(new URLSearchParams({ next }));

test('a login leads back to the page that asked for it', () => {
  const query = new URL(buildLoginPath('/account/safety?a=1&b=2'), location.origin).searchParams;
  expect(resolveNextPath(query)).toBe('/account/safety?a=1&b=2');
  expect(resolve('/?cur_from=BTC#reserves')).toBe('/?cur_from=BTC#reserves');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/account/dashboard',
  'javascript:alert(1)',
  'account/safety',
  '/api/v1/users/me/',
  '/login',
  '/recover',
  '/missing',
  '',
])('a login does not lead to %j', next => {
  expect(resolve(next)).toBe('/account/dashboard');
});

test('reads only the fragments of e-mails', () => {
  expect(parseTokenFragment('#activate=a-B_1.~')).toEqual({ kind: 'activate', token: 'a-B_1.~' });
  expect(parseTokenFragment('#token=abc')).toEqual({ kind: 'token', token: 'abc' });
  expect(parseTokenFragment('#confirm=a.b')).toEqual({ kind: 'confirm', token: 'a.b' });
  for (const hash of ['', '#main', '#token=', '#token=a/b', '#other=abc', '#activate=a&token=b'])
    expect(parseTokenFragment(hash), hash).toBeNull();
});
