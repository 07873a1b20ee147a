import type { SampleTask } from './sampleTask.ts';

/** An event `withdrawal.created`, sent with the first status of a withdrawal. */
export const webhookEventTask: SampleTask = {
  name: 'an event of webhooks',
  maxFiles: 3,
  edits: [
    {
      file: 'core/contract/account/shopWebhooks.ts',
      before: "  'withdrawal.status': 'статус вывода',",
      text: "  'withdrawal.created': 'новый вывод',\n",
    },
    {
      file: 'server/partners/webhooks/webhookPayload.ts',
      before: "    case 'withdrawal.status': {",
      text: `    case 'withdrawal.created':
      return { type: event.kind, timestamp, data: { withdrawal: String(data.withdrawal) } };
`,
    },
    {
      file: 'server/partners/withdrawals/announceWithdrawal.ts',
      before: '  await recordPartnerEvent(trx, {',
      text: `  if (kind === 'withdrawal_created')
    await recordPartnerEvent(trx, {
      partner_id,
      kind: 'withdrawal.created',
      mode: 'live',
      claim_id: null,
      data: { withdrawal: id },
      at,
    });
`,
    },
    {
      file: 'PARTNERS.md',
      before: '| `withdrawal.status`',
      text: '| `withdrawal.created` | a withdrawal was created | `withdrawal` |\n',
    },
  ],
};
