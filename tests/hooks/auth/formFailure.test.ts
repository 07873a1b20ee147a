import { expect, test } from 'vitest';
import { ApiError } from '#core/api/apiError.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { toApiError } from '#core/api/client.ts';
import { needsCaptcha, toFormFailure } from '#site/elements/form/formFailure.ts';

const FIELDS = ['email', 'password'];

const respond = (status: number, body: object, headers: Record<string, string> = {}) =>
  toApiError('/x', new Response(null, { status, headers }), JSON.stringify(body), 0);

test('shows an error at the field that it is about', () => {
  const wrong = respond(401, { detail: 'no', code: 'credentials_invalid' });
  expect(toFormFailure(wrong, FIELDS)).toEqual({
    code: 'credentials_invalid',
    fields: { password: formatAccountMessage('credentials_invalid') },
    message: null,
  });
  const weak = respond(400, { password: ['Слабый'], codes: { password: 'password_weak' } });
  expect(toFormFailure(weak, FIELDS).fields.password).toBe(formatAccountMessage('password_weak'));
});

test('shows the sentences of a backend without codes', () => {
  const failure = toFormFailure(respond(400, { email: ['Уже занята'], non_field_errors: ['Позже'] }), FIELDS);
  expect(failure).toMatchObject({ fields: { email: 'Уже занята' }, message: 'Позже' });
});

test('reads messages of a field that is named like the code of a problem', () => {
  const failure = toFormFailure(respond(400, { code: ['Неверный код'] }), ['code']);
  expect(failure.fields).toEqual({ code: 'Неверный код' });
});

test('says when a limit ends, and that there is no network', () => {
  const limited = respond(429, { detail: 'no', code: 'too_many_requests' }, { 'retry-after': '720' });
  expect(toFormFailure(limited, FIELDS)).toMatchObject({
    fields: {},
    message: 'Слишком много запросов. Повторите через 12 мин',
  });
  const offline = new ApiError('/x: no connection', { kind: 'network' });
  expect(toFormFailure(offline, FIELDS).message).toMatch(/^Нет связи/);
});

test('recognizes that a captcha is required', () => {
  const required = respond(403, { detail: 'no', code: 'captcha_required', sitekey: 'k' });
  expect(needsCaptcha(toFormFailure(required, FIELDS))).toBe(true);
  expect(needsCaptcha(null)).toBe(false);
});
