import { hydrate, render } from 'react-dom';
import { Page } from './Page';

const root = document.getElementById('root');
const draw = root?.firstElementChild ? hydrate : render;
draw(<Page />, root);
