import server from 'react-dom/server';
import { Page } from './Page';

console.log(server.renderToString(<Page />));
