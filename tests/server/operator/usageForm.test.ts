import { describe, expect, test } from 'vitest';
import { matchWords, parseUsage } from '#server/operator/usageForm.ts';

describe('a usage line is the grammar of a call', () => {
  test.each([
    ['keys', 'keys', {}],
    ['requisites [code]', 'requisites', {}],
    ['requisites [code]', 'requisites LTC', { code: 'LTC' }],
    ['requisite <id> on|off', 'requisite 3 off', { id: '3', action: 'off' }],
    ['requisite <id> on|off', 'requisite 3 maybe', null],
    ['partner <email|code> on', 'partner ABC on', { email: 'ABC' }],
    ['tier <turnover> <percent>|none', 'tier 10 none', { turnover: '10', percent: 'none' }],
    ['close <pair> "<sentence>"', 'close A-B x', { pair: 'A-B', sentence: 'x' }],
    ['city <code> add <name> --place <text>', 'city SOC add Сочи', { code: 'SOC', name: 'Сочи' }],
    ['city <code> add <name> --place <text>', 'city SOC remove Сочи', null],
    ['claim <id> [<status>] --amount <amount>', 'claim 1 paid', { id: '1', status: 'paid' }],
    ['claim <id>', 'claim', null],
    ['claim <id>', 'claim 1 paid', null],
    ['refund <id> <field>=<value> …', 'refund 1 a=b c=d', { id: '1', field: 'a=b' }],
  ])('%s accepts “%s” as %j', (usage, words, values) => {
    expect(matchWords(parseUsage(usage), words.split(' '))).toEqual(values);
  });

  test('names fixed words, and options with their value and whether they are mandatory', () => {
    const form = parseUsage('promocode add <code> [--single-use] [--until <day>] --reason "<sentence>"');
    expect(form.fixedWords).toEqual(['promocode', 'add']);
    expect(form.options).toEqual([
      { name: 'single-use', takesValue: false, isOptional: true },
      { name: 'until', takesValue: true, isOptional: true },
      { name: 'reason', takesValue: true, isOptional: false },
    ]);
  });
});
