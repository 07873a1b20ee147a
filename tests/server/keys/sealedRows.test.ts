import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { SEALED_COLUMNS } from '#server/accounts/sealedColumns.ts';
import { createTestServer, forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { AccountBrowser, openAccount } from '../accounts/support/accountBrowser.ts';
import { CARD, createRequisiteClient } from '../accounts/support/requisiteClient.ts';
import { turnOnSecondFactor } from '../accounts/support/totpApp.ts';
import { runOperator } from '../support/operatorCommand.ts';
import {
  NEW_ID,
  NEW_KEY,
  OLD_ID,
  OLD_KEY,
  startKeyRotation,
  type StartWithKeys,
} from './support/keyRotation.ts';

forEachDatabase(startServer => {
  let testServer: TestServer;
  let startWithKeys: StartWithKeys;

  beforeEach(async () => {
    const rotation = await startKeyRotation(startServer);
    ({ testServer, startWithKeys } = rotation);
    return rotation.closeOthers;
  });

  test('the operator seals second factors with the new key, and only then retires the old one', async () => {
    const browser = await openAccount(testServer);
    const { app, codes } = await turnOnSecondFactor(testServer, browser);
    const { rotated } = await startWithKeys(NEW_KEY, OLD_KEY);
    const logIn = async (server: TestServer, code: string) => {
      const visitor = new AccountBrowser(server);
      const { challenge } = (await (await visitor.logIn('ivan@mail.example')).json()) as {
        challenge: string;
      };
      return (await visitor.send('/front-api/auth/login/', { body: { challenge, code } })).status;
    };
    expect(await logIn(rotated, app.waitForCode())).toBe(200);
    const withoutOld = { config: { ...testServer.config, accountKey: NEW_KEY } };
    expect(await runOperator(withoutOld, 'keys', 'reseal')).toMatchObject({
      out: `0 rows are sealed with ${NEW_ID} now. 11 rows cannot be opened: they need a key that this environment lacks, or are damaged.\n`,
    });
    expect(await runOperator(withoutOld, 'keys', 'retire', OLD_ID)).toMatchObject({
      err: `11 rows of accounts are sealed with the key ${OLD_ID}. Run keys reseal first, or use --force.\n`,
    });
    for (const count of [11, 0])
      expect(await runOperator(rotated, 'keys', 'reseal')).toMatchObject({
        out: `${count} rows are sealed with ${NEW_ID} now.\n`,
      });
    expect(await runOperator(withoutOld, 'keys', 'retire', OLD_ID)).toMatchObject({ code: 0 });
    const { rotated: later } = await startWithKeys(NEW_KEY);
    expect(await logIn(later, app.waitForCode())).toBe(200);
    expect(await logIn(later, codes[9] ?? '')).toBe(200);
  });

  test('a saved requisite is recognized as saved after each step of a rotation', async () => {
    const requisites = createRequisiteClient(await openAccount(testServer));
    const { id } = await requisites.add();
    const logIn = async (server: TestServer) => {
      const visitor = new AccountBrowser(server);
      expect((await visitor.logIn('ivan@mail.example')).status).toBe(200);
      return createRequisiteClient(visitor);
    };
    const { rotated } = await startWithKeys(NEW_KEY, OLD_KEY);
    const during = await logIn(rotated);
    expect((await during.call('', 'POST', CARD)).status).toBe(400);
    await during.remove(id);
    const { id: again } = await during.add();
    expect((await during.restore(id)).status).toBe(409);
    await during.remove(again);
    expect((await during.restore(id)).status).toBe(200);
    expect(await runOperator(rotated, 'keys', 'reseal')).toMatchObject({ code: 0 });
    const after = await logIn((await startWithKeys(NEW_KEY, OLD_KEY)).rotated);
    expect((await after.restore(again)).status).toBe(409);
    const hashes = await testServer.context.db
      .selectFrom('saved_requisites')
      .select('value_hash')
      .distinct()
      .execute();
    expect(hashes).toHaveLength(1);
  });
});

test('every sealed column is sealed again', async () => {
  const { context, close } = await createTestServer();
  onTestFinished(close);
  const tables = await context.db.introspection.getTables();
  const columns = tables.flatMap(({ name: table, columns: names }) =>
    names.flatMap(({ name: column }) => (column.startsWith('sealed_') ? [{ table, column }] : [])),
  );
  const byTable = (a: { table: string }, b: { table: string }) => (a.table < b.table ? -1 : 1);
  expect(columns.toSorted(byTable)).toEqual([...SEALED_COLUMNS].toSorted(byTable));
});
