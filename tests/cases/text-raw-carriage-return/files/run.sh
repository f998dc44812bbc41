#!/bin/sh
ls
