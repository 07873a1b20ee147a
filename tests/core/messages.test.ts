import { describe, expect, test } from 'vitest';
import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { ALL_MESSAGE_CODES } from '#core/accountMessages.ts';
import { formatClosedReason, formatMessage } from '#core/messages.ts';
import { formatStaffMessage, STAFF_MESSAGE_CODES } from '#core/staffMessages.ts';

describe('message', () => {
  test.each([...ALL_MESSAGE_CODES, ...STAFF_MESSAGE_CODES])(
    '%s reads well with its data and without',
    code => {
      const data = {
        min: '50\u00a0USDT',
        max: '9\u00a0000\u00a0₽',
        network: 'TRC20',
        expected: 'ERC20',
        bank: 'ВТБ',
        after: 40,
        wanted: 'Monero',
        reason: 'Резерв закончился',
        shown: 'Bitcoin → Tether TRC20',
        key: 'dgub',
        addresses: 'p2wpkh bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      };
      for (const text of [formatStaffMessage(code), formatStaffMessage(code, data)]) {
        expect(text).toMatch(/^[А-ЯЁ]/);
        expect(text).not.toMatch(/undefined|null|NaN|[{}!"]|\.$|  |ордер|транзакци|[Кк] сожалению/);
      }
    },
  );

  test('contains the number and the next action', () => {
    expect(formatMessage('amount_min', { min: '50\u00a0USDT' })).toBe(
      'Меньше минимума. Отдайте от 50\u00a0USDT',
    );
    expect(formatMessage('amount_max', { max: '9\u00a0000\u00a0₽', side: 'to' })).toBe(
      'Больше максимума. Получите до 9\u00a0000\u00a0₽',
    );
    expect(formatMessage('email_dot')).toBe('Допишите адрес: не хватает части после точки, например «.ru»');
    expect(formatMessage('too_many_requests', { after: 39.2 })).toBe(
      'Слишком много запросов. Повторите через 40 с',
    );
    expect(formatMessage('too_many_requests', { after: 3600 })).toMatch(/через 60 мин$/);
  });

  test('explains why a requested currency or pair is closed', () => {
    const reason = formatClosedReason({ code: 'reserve_empty', detail: formatMessage('reserve_empty') });
    expect(formatMessage('code_closed', { wanted: 'Monero', reason })).toBe(
      'Валюта Monero сейчас закрыта. Резерв закончился',
    );
    expect(formatClosedReason({ code: 'direction_closed', detail: 'Сеть обновляется.' })).toBe(
      'Сеть обновляется',
    );
    const generic = { code: 'direction_closed', detail: formatMessage('direction_closed') };
    expect([formatClosedReason(generic), formatClosedReason({ ...generic, detail: '' })]).toEqual(['', '']);
    expect(formatMessage('pair_closed', { wanted: 'Bitcoin → Сбербанк', reason: '' })).toBe(
      'Направление Bitcoin → Сбербанк сейчас закрыто',
    );
  });

  test('formats a refusal with the data it carries', () => {
    const refused = validateAddress('USDTERC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
    if (refused.ok) throw new Error('taken');
    expect(formatMessage(refused.code, refused)).toBe('Это адрес сети TRC20. Вставьте адрес в сети ERC20');
    const contract = validateAddress('USDTTRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    if (contract.ok) throw new Error('taken');
    expect(formatMessage(contract.code, contract)).toBe(
      'Это адрес контракта USDT, а не кошелька. Укажите адрес вашего кошелька',
    );
  });

  test('formats an unknown code as a fallback sentence; an unknown literal is a type error', () => {
    const fallback = formatMessage('brand_new' as string);
    expect(fallback).toMatch(/поддержку$/);
    expect(formatMessage('constructor' as string)).toBe(fallback);
    // @ts-expect-error no such code
    expect(formatMessage('amount_minimum')).toBe(fallback);
  });
});
