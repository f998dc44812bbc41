import { a } from './db'
import {
function f( {
`${
