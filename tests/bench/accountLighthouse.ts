import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { operatorRoutePaths, routePaths } from '#site/routePaths.ts';
import { buildAll } from '#tools/build.ts';
import { chromiumLaunchOptions } from '#tools/programs/chromiumLaunchOptions.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { logInNewAccount } from '#tests/site/account/support/logInNewAccount.ts';
import { startAccountExchange } from '#tests/site/auth/support/accountExchange.ts';
import { createStaffMember } from '#tests/site/operator/support/staffMember.ts';

// `npm run lighthouse:accounts`: Lighthouse's accessibility score of the pages for guests, of an account's pages, and of
// the operator's desk.

const GUEST_PATHS = [routePaths.login, routePaths.register, routePaths.forget, routePaths.recover];

const ACCOUNT_PATHS = Object.values(routePaths).filter(
  // The shop's own address leads to its statistics.
  path => path.startsWith('/account/') && !path.includes(':') && path !== routePaths.shop,
);

const DESK_PATHS = Object.values(operatorRoutePaths).filter(path => !path.includes(':'));

/** Accessibility of a page out of 100, and the audits that reduced it. */
async function measureAccessibility(address: string, port: number) {
  const result = await lighthouse(address, {
    port,
    onlyCategories: ['accessibility'],
    // Keeps the session.
    disableStorageReset: true,
    logLevel: 'error',
  });
  const { lhr } = result ?? {};
  if (!lhr || lhr.runtimeError) throw new Error(`${address}: ${lhr?.runtimeError?.message}`);
  if (lhr.finalDisplayedUrl !== address) throw new Error(`${address} led to ${lhr.finalDisplayedUrl}`);
  const failed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 1);
  return {
    points: Math.round((lhr.categories.accessibility?.score ?? 0) * 100),
    failed: failed.map(({ id }) => id),
  };
}

async function main(): Promise<number> {
  await buildAll();
  const exchange = await startAccountExchange();
  const port = await findFreePort();
  const profile = mkdtempSync(join(tmpdir(), 'razmen-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunchOptions,
    args: [...chromiumLaunchOptions.args, `--remote-debugging-port=${port}`],
  });
  let worst = 100;
  const report = async (path: string) => {
    const { points, failed } = await measureAccessibility(exchange.origin + path, port);
    worst = Math.min(worst, points);
    console.log(`| ${path} | ${points} | ${points < 100 ? failed.join(', ') : ''} |`);
  };
  try {
    console.log('| page | accessibility | lost by |\n| --- | --: | --- |');
    for (const path of GUEST_PATHS) await report(path);
    await logInNewAccount(await context.newPage(), exchange);
    for (const path of ACCOUNT_PATHS) await report(path);
    await context.clearCookies();
    const staff = await createStaffMember(exchange, 'dealer');
    await staff.openPage(await context.newPage(), routePaths.operatorToday);
    for (const path of DESK_PATHS) await report(path);
  } finally {
    await context.close();
    await exchange.close();
    rmSync(profile, { recursive: true, force: true });
  }
  return worst < 100 ? 1 : 0;
}

process.exitCode = await main();
