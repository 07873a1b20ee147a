import type { CourseAlert, CourseAlertRequest } from '#core/contract/course/courseAlert.ts';
import { checkCourseAlerts } from '#server/notifications/courseAlerts/checkAlerts.ts';
import { freezeCourse } from '../../../support/frozenCourse.ts';
import type { TestServer } from '../../../support/testServer.ts';
import { createMailbox } from '../../support/mailbox.ts';

export const EMAIL = 'anna@mail.example';

const ALERT: CourseAlertRequest = {
  from: 'USDTTRC20',
  to: 'SBERRUB',
  priceOf: 'from',
  price: '65',
  email: EMAIL,
};

/** What tests of alerts do with the server that `use` was given last. */
export function createAlertCalls() {
  let testServer: TestServer;
  let mailbox: ReturnType<typeof createMailbox>;

  /** Uses a server, whose course is 60. Returns the mailbox of its e-mails. */
  async function use(server: TestServer): Promise<ReturnType<typeof createMailbox>> {
    testServer = server;
    mailbox = createMailbox(server);
    await setCourse('60');
    return mailbox;
  }

  async function setCourse(course: string, from = 'USDTTRC20', to = 'SBERRUB'): Promise<void> {
    await freezeCourse(testServer, from, to, course);
  }

  async function post<T>(path: string, body: object, address = '203.0.113.7') {
    const response = await testServer.app.request(`/api/v1/alerts/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }

  /** Delivers what is due, and returns the token of a link in the last e-mail. */
  async function readToken(action: 'confirm' | 'cancel'): Promise<string> {
    await mailbox.deliver();
    return new RegExp(`/alert#${action}=(\\S+)`).exec(mailbox.readLast())?.[1] ?? '';
  }

  return {
    use,
    setCourse,
    post,
    readToken,
    ask: (changes: Partial<CourseAlertRequest> = {}, address?: string) =>
      post<{ code?: string; codes?: object }>('', { ...ALERT, ...changes }, address),
    confirm: async () => post<CourseAlert>('confirm/', { token: await readToken('confirm') }),
    check: () => checkCourseAlerts(testServer.context),
    listAlerts: () => testServer.context.db.selectFrom('course_alerts').selectAll().execute(),
    listStoredEmails: () => testServer.context.db.selectFrom('mail').selectAll().orderBy('id').execute(),
  };
}
