import type { BrowserContext } from '@playwright/test';
import { createSpecBackend, type SpecBackend } from '#tests/core/session/support/specBackend.ts';

/** Routes the account calls of all pages to a backend with only the calls of the specification. */
export async function routeToSpecBackend(context: BrowserContext, origin: string): Promise<SpecBackend> {
  const backend = createSpecBackend();
  await context.route(/\/front-api\/auth\/|\/api\/v1\/users\//, async route => {
    const request = route.request();
    const cookies = await context.cookies(origin);
    const response = await backend.app.request(new URL(request.url()).pathname, {
      method: request.method(),
      body: request.postData(),
      headers: {
        ...request.headers(),
        // An intercepted request does not show the cookies that the browser adds.
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
    });
    const [name, value] = response.headers.get('set-cookie')?.split(';')[0]?.split('=') ?? [];
    if (name && value) await context.addCookies([{ name, value, url: origin, httpOnly: true }]);
    await route.fulfill({
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/plain',
      body: await response.text(),
    });
  });
  return backend;
}
