import { expect, test } from 'vitest';
import { defineCall } from '#server/operator/defineCommand.ts';
import { createCommands } from '#server/operator/operatorCommands.ts';

const listCall = defineCall('widgets', {}, () => Promise.resolve('none'));
const showCall = defineCall('widget <id> [--all]', {}, () => Promise.resolve('one'));
const manual = { name: 'widgets', summary: 'list the widgets' };

test('a call belongs to the manual whose name its usage begins with', () => {
  const { widgets, widget } = createCommands([manual, listCall, { ...manual, name: 'widget' }, showCall]);
  expect(widgets).toMatchObject({ usage: ['widgets'], options: [], calls: [listCall] });
  expect(widget).toMatchObject({ usage: ['widget <id> [--all]'], options: ['all'], calls: [showCall] });
});

test('refuses a call without a manual, which nobody could type', () => {
  expect(() => createCommands([manual, listCall, showCall])).toThrow('The call “widget” has no manual.');
});
